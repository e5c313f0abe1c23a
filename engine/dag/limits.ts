/** How many of each a DAG may have. More would be data, not a definition. */
export const MAX_PARAMS = 1000;
/** Variables of one `env`, and of one dotenv file. */
export const MAX_VARIABLES = 5000;
export const MAX_TAGS = 100;
export const MAX_STEPS = 10_000;
/** Conditions of a filter by tags. */
export const MAX_CONDITIONS = 100;
