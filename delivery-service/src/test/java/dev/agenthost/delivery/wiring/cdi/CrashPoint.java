package dev.agenthost.delivery.wiring.cdi;

/** The moment at which a replica dies, relative to the record of a call. */
enum CrashPoint {
    BEFORE,
    AFTER
}
