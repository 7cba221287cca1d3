package dev.agenthost.runners.acpagent.rpc;

/** Input from an agent: a line, a line beyond the limit, or the end. */
sealed interface IncomingMessage {
    record Line(byte[] bytes) implements IncomingMessage {}

    record TooLong() implements IncomingMessage {}

    record Ended() implements IncomingMessage {}
}
