package dev.agenthost.actiongraph.carrier;

/** The reaction of a runtime to a broken output. */
public sealed interface Correction {
    /** The code of a run that ends because the model does not follow the protocol. */
    String CODE = "action_graph.protocol_error";

    /**
     * The model is asked again.
     *
     * @param text the errors and the number of outputs that remain, for the model
     */
    record Ask(String text) implements Correction {}

    /**
     * The run fails with {@link #CODE}.
     *
     * @param text one sentence for the person; it quotes nothing of the output
     */
    record Stop(String text) implements Correction {}
}
