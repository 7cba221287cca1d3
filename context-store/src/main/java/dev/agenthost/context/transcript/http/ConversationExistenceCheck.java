package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.ConversationRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * Answers about conversations that somebody looks into from elsewhere: one that there is not, one of another bot or workspace and one
 * that was erased are 404, alike.
 */
@ApplicationScoped
public class ConversationExistenceCheck {
    private final ConversationRepository conversations;

    ConversationExistenceCheck(ConversationRepository conversations) {
        this.conversations = conversations;
    }

    /** The answer; where it is asked for, only of a conversation of which there is anything. */
    public <T> Uni<T> answer(@Nullable Boolean asked, ConversationRef conversation, Supplier<Uni<T>> answer) {
        return Boolean.TRUE.equals(asked)
                ? conversations.isKnown(conversation).chain(known -> {
                    if (!known) {
                        throw new ProblemException(
                                FailureCode.NOT_FOUND, "There is no such conversation.", "conversation_id");
                    }
                    return answer.get();
                })
                : answer.get();
    }
}
