/** Three thresholds that the specification names without saying of what (9.1.10): nothing follows from them (A73). */
export const THRESHOLD_100 = 100;
export const THRESHOLD_15 = 15;
export const THRESHOLD_14 = 14;
