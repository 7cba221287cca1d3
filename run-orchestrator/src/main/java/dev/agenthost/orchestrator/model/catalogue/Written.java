package dev.agenthost.orchestrator.model.catalogue;

/** What became of a change to the catalogue. */
public sealed interface Written {
    /** @param model as it is now; of a deletion as it was */
    record Done(Model model) implements Written {}

    record Missing() implements Written {}

    record Exists() implements Written {}

    /** Somebody was faster. */
    record Stale(int version) implements Written {}
}
