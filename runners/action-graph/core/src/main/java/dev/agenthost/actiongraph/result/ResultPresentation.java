package dev.agenthost.actiongraph.result;

/** The content of a result as the model sees it. */
public sealed interface ResultPresentation {
    /** The reasons why a result has no content. */
    enum OmissionReason {
        /** The policy asks for the status alone. */
        POLICY,
        /** The policy asks for details of a failure, and the action did not fail. */
        NO_FAILURE,
        /** The model is not among the readers of the result. */
        VISIBILITY,
        /** Nothing fits into the token budget. */
        BUDGET,
        /** The action failed without an output; its reason says it all. */
        NO_OUTPUT,
        /** The action has not ended. */
        NOT_ENDED
    }

    /** The status alone. */
    record Omitted(OmissionReason reason) implements ResultPresentation {}

    /** A summary. */
    record Summary(String text) implements ResultPresentation {}

    /**
     * A reference that the model can expand.
     *
     * @param text the summary; empty if the policy asks for the reference alone
     */
    record Reference(String text) implements ResultPresentation {}

    /** Structured fields as JSON on several lines. */
    record Structured(String text) implements ResultPresentation {}

    /** A part of the output. */
    record Excerpt(String text) implements ResultPresentation {}

    /** The whole output. */
    record Full(String text) implements ResultPresentation {}

    /** The shown text; empty if there is none. */
    default String content() {
        return switch (this) {
            case Omitted omitted -> "";
            case Summary summary -> summary.text();
            case Reference reference -> reference.text();
            case Structured structured -> structured.text();
            case Excerpt excerpt -> excerpt.text();
            case Full full -> full.text();
        };
    }
}
