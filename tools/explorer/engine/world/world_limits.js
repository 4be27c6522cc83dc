// Limits of the mode World that both the page and the worker have to know.

export const MOST_WATCHED = 16; // routes, beside the present one
