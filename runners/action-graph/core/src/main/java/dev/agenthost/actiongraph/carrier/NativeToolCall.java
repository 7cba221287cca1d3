package dev.agenthost.actiongraph.carrier;

/**
 * A tool call of the model's provider.
 *
 * @param name the called name
 * @param arguments JSON text, as the provider sent it
 */
public record NativeToolCall(String name, String arguments) {
    /** The name of the tool that carries declarations. */
    public static final String PROTOCOL_OUTPUT = "AgentProtocolOutput";

    /** Returns true for the tool that carries declarations. */
    public boolean isProtocolOutput() {
        return name.equals(PROTOCOL_OUTPUT);
    }
}
