package dev.agenthost.context.datalifecycle.postgres;

import dev.agenthost.context.datalifecycle.ErasureReceipt;
import dev.agenthost.context.datalifecycle.ErasureTarget;
import java.time.OffsetDateTime;
import java.util.UUID;
import org.jspecify.annotations.Nullable;

/**
 * The progress of an erasure, stored in its row between two steps.
 *
 * @param requestedAt records until this time are erased
 * @param stage null once all is erased
 * @param conversation the current conversation, or the last one
 * @param inConversation true while the current conversation is not done
 * @param logSeq position in its log
 * @param whole true if all of it is erased, and not only the actor's messages
 * @param outside the pass over records outside conversations
 * @param outsideUntil time of the last of these that was read; null before the first one
 */
record ErasureProgress(
        UUID erasureId,
        String workspaceId,
        ErasureTarget target,
        OffsetDateTime requestedAt,
        @Nullable Stage stage,
        long conversation,
        boolean inConversation,
        long logSeq,
        boolean whole,
        Outside outside,
        @Nullable OffsetDateTime outsideUntil,
        ErasureReceipt erased) {
    enum Stage {
        ENTRIES,
        OUTSIDE,
        ARTIFACTS,
        STATE
    }

    /** Events of the actor, results that answer them, then receipts and the audit. */
    enum Outside {
        EVENTS,
        ANSWERS,
        REST
    }

    @Nullable
    String botId() {
        return switch (target) {
            case ErasureTarget.Conversation conversationTarget -> conversationTarget.botId();
            case ErasureTarget.Actor actor -> actor.botId();
        };
    }

    @Nullable
    String actorId() {
        return target instanceof ErasureTarget.Actor actor ? actor.actorId() : null;
    }

    @Nullable
    String conversationId() {
        return target instanceof ErasureTarget.Conversation named ? named.conversationId() : null;
    }

    @Nullable
    String threadId() {
        return target instanceof ErasureTarget.Conversation named ? named.threadId() : null;
    }

    ErasureProgress at(Stage next) {
        return with(next, conversation, inConversation, logSeq, whole, outside, outsideUntil, erased);
    }

    ErasureProgress done() {
        return with(null, conversation, inConversation, logSeq, whole, outside, outsideUntil, erased);
    }

    ErasureProgress enter(long next, boolean all) {
        return with(stage, next, true, 0, all, outside, outsideUntil, erased);
    }

    /** Skips a conversation without the actor. */
    ErasureProgress skip(long next) {
        return with(stage, next, false, 0, false, outside, outsideUntil, erased);
    }

    ErasureProgress conversationSkipped() {
        return with(stage, conversation, false, logSeq, whole, outside, outsideUntil, erased);
    }

    ErasureProgress readLog(long until) {
        return with(stage, conversation, inConversation, until, whole, outside, outsideUntil, erased);
    }

    ErasureProgress readOutside(OffsetDateTime until) {
        return with(stage, conversation, inConversation, logSeq, whole, outside, until, erased);
    }

    ErasureProgress pass(Outside next) {
        return with(stage, conversation, inConversation, logSeq, whole, next, null, erased);
    }

    ErasureProgress plus(ErasureReceipt more) {
        return with(stage, conversation, inConversation, logSeq, whole, outside, outsideUntil, erased.plus(more));
    }

    private ErasureProgress with(
            @Nullable Stage nextStage,
            long nextConversation,
            boolean isInConversation,
            long nextLogSeq,
            boolean isWhole,
            Outside nextOutside,
            @Nullable OffsetDateTime nextUntil,
            ErasureReceipt nextErased) {
        return new ErasureProgress(
                erasureId,
                workspaceId,
                target,
                requestedAt,
                nextStage,
                nextConversation,
                isInConversation,
                nextLogSeq,
                isWhole,
                nextOutside,
                nextUntil,
                nextErased);
    }
}
