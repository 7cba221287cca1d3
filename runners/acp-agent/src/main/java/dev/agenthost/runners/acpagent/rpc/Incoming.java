package dev.agenthost.runners.acpagent.rpc;

/** What came from an agent. */
sealed interface Incoming {
    record Line(byte[] bytes) implements Incoming {}

    record TooLong() implements Incoming {}

    record Ended() implements Incoming {}
}
