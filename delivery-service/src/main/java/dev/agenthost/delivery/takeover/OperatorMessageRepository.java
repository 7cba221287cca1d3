package dev.agenthost.delivery.takeover;

import dev.agenthost.delivery.send.Send;
import io.smallrye.mutiny.Uni;
import java.util.List;

/** Stores messages of operators as sends, in the lane of the conversation. */
public interface OperatorMessageRepository {

    /** Stores a message with its audit entry, if the operator has the conversation. A stored one is found, whoever has the conversation now. */
    Uni<PutOutcome> put(
            ConversationAddress conversation, OperatorMessage message, Send send, Takeover.Operator operator);

    /** Returns the newest messages of operators in a conversation, newest first. */
    Uni<List<SentMessage>> newest(ConversationAddress conversation, int limit);

    /** The outcome of a put. */
    sealed interface PutOutcome {
        /** The message is stored now. */
        record Stored(SentMessage message) implements PutOutcome {}

        /** The message was stored before, under the same id. */
        record Repeated(SentMessage message) implements PutOutcome {}

        /** Another text was stored under the id. */
        record Conflicting() implements PutOutcome {}

        /** The operator does not have the conversation. */
        record NotTakenOver() implements PutOutcome {}
    }
}
