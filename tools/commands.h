/* The commands of the overland program.
 *
 * Each command is one function in command_NAME.c. It returns an exit code; where that is not
 * EXIT_DONE, one line on standard error has said why. Only the answer "no" of a command that
 * prints answers may go without. */
#ifndef OVERLAND_TOOLS_COMMANDS_H
#define OVERLAND_TOOLS_COMMANDS_H

/* Argument lists begin after the command's name. */
int command_gen(int argc, char **argv);
int command_legend(int argc, char **argv);
int command_build(int argc, char **argv);
int command_merge(int argc, char **argv);
int command_edit(int argc, char **argv);
int command_info(int argc, char **argv);
int command_verify(int argc, char **argv);
int command_check(int argc, char **argv);
int command_diff(int argc, char **argv);
int command_path(int argc, char **argv);
int command_render(int argc, char **argv);
int command_bench(int argc, char **argv);
int command_plot(int argc, char **argv);
int command_simulate(int argc, char **argv);

#endif
