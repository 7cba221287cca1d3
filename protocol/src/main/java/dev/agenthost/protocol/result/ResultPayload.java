package dev.agenthost.protocol.result;

/**
 * The content of a result. The first nine are the runner's (spec 000 §7.2), the last two the host's own. {@link
 * ResultCodec} holds wire names and strictness.
 */
public sealed interface ResultPayload
        permits MessageDelta,
                MessageCompleted,
                ToolCallStarted,
                ToolCallCompleted,
                ArtifactCreated,
                StateUpdated,
                ActionRequested,
                RunCompleted,
                RunFailed,
                RunStarted,
                RunUnanswered {
    /** Returns the name on the wire, for instance {@code message.delta}. */
    default String type() {
        return ResultCodec.typeOf(getClass());
    }

    /** Returns true if no result of the run may follow. */
    default boolean isTerminal() {
        return switch (this) {
            case RunCompleted c -> true;
            case RunFailed f -> true;
            case RunUnanswered u -> true;
            case MessageDelta d -> false;
            case MessageCompleted m -> false;
            case ToolCallStarted t -> false;
            case ToolCallCompleted t -> false;
            case ArtifactCreated a -> false;
            case StateUpdated s -> false;
            case ActionRequested a -> false;
            case RunStarted s -> false;
        };
    }
}
