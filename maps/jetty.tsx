<?xml version="1.0" encoding="UTF-8"?>
<tileset version="1.10" tiledversion="1.10.2" name="jetty" tilewidth="16" tileheight="16" tilecount="3" columns="0">
 <tile id="0" type="ground"/>
 <tile id="1" type="water"/>
 <tile id="2" type="trees"/>
</tileset>
