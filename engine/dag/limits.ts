/** How many of each a DAG may have. More would be data, not a definition. */
export const MAX_PARAMS = 1000;
export const MAX_TAGS = 100;
export const MAX_STEPS = 10_000;
/** Conditions of a filter by tags. */
export const MAX_CONDITIONS = 100;
