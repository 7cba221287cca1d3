package dev.agenthost.protocol.result;

/**
 * What a result says. The first nine are the runner's (spec 000 §7.2), the last two the host's own.
 * {@link ResultCodec} is where wire names and strictness are.
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
    /** Its name on the wire, for instance {@code message.delta}. */
    default String type() {
        return ResultCodec.typeOf(getClass());
    }

    /** Whether nothing of the run may follow. */
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
