package dev.agenthost.runners.acpagent.rpc;

/** What came from an agent. */
sealed interface IncomingMessage {
    record Line(byte[] bytes) implements IncomingMessage {}

    record TooLong() implements IncomingMessage {}

    record Ended() implements IncomingMessage {}
}
