package dev.agenthost.context.transcript.http;

import dev.agenthost.context.eventlog.ConversationRef;
import dev.agenthost.context.transcript.ConversationRepository;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.protocol.error.FailureCode;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.context.ApplicationScoped;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/** Answers requests about another conversation: an unknown one, one of another bot or workspace and an erased one all get the same 404. */
@ApplicationScoped
public class ConversationExistenceCheck {
    private final ConversationRepository conversations;

    ConversationExistenceCheck(ConversationRepository conversations) {
        this.conversations = conversations;
    }

    /** Returns the answer; if requested, only for a conversation that exists. */
    public <T> Uni<T> answer(@Nullable Boolean mustExist, ConversationRef conversation, Supplier<Uni<T>> answer) {
        return Boolean.TRUE.equals(mustExist)
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
