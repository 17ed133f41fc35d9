/** Three thresholds that the specification lists without their purpose (9.1.10). No code depends on them (A73). */
export const THRESHOLD_100 = 100;
export const THRESHOLD_15 = 15;
export const THRESHOLD_14 = 14;
