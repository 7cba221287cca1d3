package dev.agenthost.bench.testbed;

/**
 * A result as read from a live stream.
 *
 * @param type for instance {@code message.delta}
 * @param data the result's JSON
 * @param at the machine's monotonic clock when it was read
 */
public record StreamFrame(String type, String data, long at) {
    public boolean isTerminal() {
        return TerminalResultTypes.areEndedBy(type);
    }
}
