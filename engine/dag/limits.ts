/** How many of each a DAG may have. More would be data, not a definition. */
export const MOST_PARAMS = 1000;
export const MOST_TAGS = 100;
export const MOST_STEPS = 10_000;
/** Conditions of a filter by tags. */
export const MOST_CONDITIONS = 100;
