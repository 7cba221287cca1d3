package dev.agenthost.im.telegram.streaming;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import dev.agenthost.im.chat.text.MarkdownReader;
import dev.agenthost.im.telegram.rendering.TelegramRenderer;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/**
 * The messages of one part of an answer, from its first delta to its final text: those that the chat shows and those that it should show.
 * The difference is the next operation. An operation carries the whole text so far, so a skipped or lost one has no effect on the end.
 *
 * <pre>
 *  preview ──written──► preview      (Draft, or Send and Edit, no more often than the mode permits)
 *     │──refused──► preview stopped  (nothing until the final text)
 *     ├──Send without an answer──► preview stopped, uncertain
 *     └──finished──► final           (Edit, Send and Delete until the chat shows the final text)
 * </pre>
 *
 * @param shown messages of the answer in the chat, as far as it is known
 * @param wanted messages that the chat should show
 * @param isStopped true if the preview ended before the answer
 * @param isUncertain true if the chat may show a message that is not known: a {@code Send} had no answer
 * @param draft the draft that was shown last; null for none
 * @param draftAt time of that draft
 * @param notBefore the earliest time of the next operation
 * @param staleFrom index from which messages are removed, because one of them cannot be edited; -1 for none
 */
public record AnswerPlan(
        PreviewMode mode,
        List<ShownMessage> shown,
        List<FormattedText> wanted,
        boolean isFinal,
        boolean isStopped,
        boolean isUncertain,
        @Nullable FormattedText draft,
        Instant draftAt,
        Instant notBefore,
        int staleFrom) {
    /** A draft is a preview of 30 seconds; it is repeated before it disappears. */
    private static final Duration DRAFT_LIFETIME = Duration.ofSeconds(25);

    private static final FormattedText NOTHING = FormattedText.plain("");

    /**
     * A message in the chat.
     *
     * @param text empty if it is unknown
     */
    public record ShownMessage(long id, FormattedText text) {}

    public AnswerPlan {
        shown = List.copyOf(shown);
        wanted = List.copyOf(wanted);
    }

    /** Returns the plan of a part without a text. In a private chat, its first draft shows that the bot is thinking. */
    public static AnswerPlan begin(PreviewMode mode) {
        return new AnswerPlan(mode, List.of(), List.of(), false, false, false, null, Instant.EPOCH, Instant.EPOCH, -1);
    }

    /** @param markdown the whole text so far */
    public AnswerPlan written(String markdown) {
        return isFinal ? this : wanting(TelegramRenderer.messages(MarkdownReader.read(markdown)), false);
    }

    /** Returns the plan for the final messages; it continues also where the preview stopped. */
    public AnswerPlan finished(List<FormattedText> messages) {
        return wanting(messages, true);
    }

    /** Returns the next operation; empty if none is due. */
    public Optional<ChatOperation> next(Instant now) {
        if (now.isBefore(notBefore) || isStopped || !isFinal && mode == PreviewMode.NONE) {
            return Optional.empty();
        }
        return !isFinal && mode == PreviewMode.DRAFT ? nextDraft(now) : nextMessage();
    }

    private Optional<ChatOperation> nextDraft(Instant now) {
        // A draft shows one message: the one that is being written.
        FormattedText current = wanted.isEmpty() ? NOTHING : wanted.getLast();
        boolean isCurrent = current.equals(draft) && now.isBefore(draftAt.plus(DRAFT_LIFETIME));
        return isCurrent ? Optional.empty() : Optional.of(new ChatOperation.Draft(current));
    }

    private Optional<ChatOperation> nextMessage() {
        boolean hasTooMany = isFinal && shown.size() > wanted.size();
        if (staleFrom >= 0 || hasTooMany) {
            return Optional.of(new ChatOperation.Delete(shown.getLast().id()));
        }
        for (int i = 0; i < shown.size() && i < wanted.size(); i++) {
            if (!shown.get(i).text().equals(wanted.get(i))) {
                return Optional.of(new ChatOperation.Edit(shown.get(i).id(), wanted.get(i)));
            }
        }
        return shown.size() < wanted.size()
                ? Optional.of(new ChatOperation.Send(wanted.get(shown.size())))
                : Optional.empty();
    }

    /** Returns the plan after the outcome of an operation. */
    public AnswerPlan answered(ChatOperation operation, CallOutcome outcome, Instant now) {
        AnswerPlan later = pausedUntil(now.plus(isFinal ? Duration.ZERO : mode.interval()));
        return switch (outcome) {
            case CallOutcome.RetryAfter(Duration delay) ->
                now.plus(delay).isAfter(later.notBefore) ? pausedUntil(now.plus(delay)) : later;
            case CallOutcome.Accepted(String messageId) ->
                later.done(operation, messageId == null ? null : Long.valueOf(messageId), now);
            case CallOutcome.NotModified() -> later.done(operation, null, now);
            // The caller addresses the other chat from now on.
            case CallOutcome.Moved(long chatId) -> isFinal ? later : stopped(isUncertain);
            case CallOutcome.Refused(int code, String description) -> later.refused(operation);
            case CallOutcome.Failed(int code, String description) -> later.inDoubt(operation);
            case CallOutcome.NotSent(String why, boolean mayRepeat) -> mayRepeat ? later : stopped(isUncertain);
            case CallOutcome.Unclear(String why) ->
                operation instanceof ChatOperation.Send ? stopped(true) : later.inDoubt(operation);
        };
    }

    private AnswerPlan done(ChatOperation operation, @Nullable Long messageId, Instant now) {
        List<ShownMessage> messages = new ArrayList<>(shown);
        switch (operation) {
            case ChatOperation.Draft(FormattedText text) -> {
                return new AnswerPlan(
                        mode, shown, wanted, isFinal, isStopped, isUncertain, text, now, notBefore, staleFrom);
            }
            case ChatOperation.Send(FormattedText text) -> {
                if (messageId == null) {
                    return stopped(true);
                }
                messages.add(new ShownMessage(messageId, text));
            }
            case ChatOperation.Edit(long id, FormattedText text) ->
                messages.replaceAll(message -> message.id() == id ? new ShownMessage(id, text) : message);
            case ChatOperation.Delete(long id) -> messages.removeIf(message -> message.id() == id);
        }
        return showing(messages);
    }

    /** After an edit that may have had its effect, the text of the message is unknown: it is edited again, whatever is wanted. */
    private AnswerPlan inDoubt(ChatOperation operation) {
        return operation instanceof ChatOperation.Edit(long id, FormattedText text)
                ? showing(shown.stream()
                        .map(message -> message.id() == id ? new ShownMessage(id, NOTHING) : message)
                        .toList())
                : this;
    }

    /** A message that cannot be edited is removed with those behind it, and sent again; a preview stops instead. */
    private AnswerPlan refused(ChatOperation operation) {
        return switch (operation) {
            case ChatOperation.Edit(long id, FormattedText text) -> isFinal ? removingFrom(id) : stopped(isUncertain);
            // Telegram does not have it, or keeps it: neither changes by a repetition.
            case ChatOperation.Delete(long id) ->
                showing(shown.stream().filter(message -> message.id() != id).toList());
            case ChatOperation.Draft draft -> stopped(isUncertain);
            case ChatOperation.Send send -> stopped(isUncertain);
        };
    }

    private AnswerPlan wanting(List<FormattedText> messages, boolean finished) {
        boolean stays = isStopped && !finished;
        return new AnswerPlan(
                mode, shown, messages, finished, stays, isUncertain, draft, draftAt, notBefore, staleFrom);
    }

    private AnswerPlan pausedUntil(Instant time) {
        return new AnswerPlan(mode, shown, wanted, isFinal, isStopped, isUncertain, draft, draftAt, time, staleFrom);
    }

    private AnswerPlan stopped(boolean uncertain) {
        return new AnswerPlan(mode, shown, wanted, isFinal, true, uncertain, draft, draftAt, notBefore, staleFrom);
    }

    private AnswerPlan removingFrom(long id) {
        int index = 0;
        while (index < shown.size() && shown.get(index).id() != id) {
            index++;
        }
        return new AnswerPlan(mode, shown, wanted, isFinal, isStopped, isUncertain, draft, draftAt, notBefore, index);
    }

    private AnswerPlan showing(List<ShownMessage> messages) {
        int stale = messages.size() > staleFrom ? staleFrom : -1;
        return new AnswerPlan(
                mode, messages, wanted, isFinal, isStopped, isUncertain, draft, draftAt, notBefore, stale);
    }
}
