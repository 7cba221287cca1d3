package dev.agenthost.im.telegram.streaming;

import dev.agenthost.im.chat.calls.CallOutcome;
import dev.agenthost.im.chat.text.FormattedText;
import java.time.Duration;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;

/** A chat that shows messages, refuses what Telegram refuses, and loses answers at random. */
final class ChatModel {
    private final Random random;
    private final Map<Long, FormattedText> messages = new LinkedHashMap<>();
    private final Set<Long> removedByPerson = new HashSet<>();
    private long nextId = 100;

    ChatModel(Random random) {
        this.random = random;
    }

    List<FormattedText> messages() {
        return List.copyOf(messages.values());
    }

    Set<Long> removedByPerson() {
        return removedByPerson;
    }

    /** Removes a message as an administrator does. */
    void removeOne() {
        messages.keySet().stream().findAny().ifPresent(id -> {
            messages.remove(id);
            removedByPerson.add(id);
        });
    }

    /** @param losesSends true if the answer to a {@code Send} may be lost, too */
    CallOutcome perform(ChatOperation operation, boolean losesSends) {
        if (random.nextInt(8) == 0) {
            return new CallOutcome.RetryAfter(Duration.ofSeconds(1 + random.nextInt(5)));
        }
        boolean mayLose = losesSends || !(operation instanceof ChatOperation.Send);
        int fate = mayLose ? random.nextInt(12) : 11;
        if (fate == 0) {
            return new CallOutcome.Unclear("never arrived");
        }
        CallOutcome outcome = apply(operation);
        return fate == 1 ? new CallOutcome.Unclear("the answer was lost") : outcome;
    }

    private CallOutcome apply(ChatOperation operation) {
        return switch (operation) {
            case ChatOperation.Draft draft -> new CallOutcome.Accepted(null);
            case ChatOperation.Send(FormattedText text) -> {
                messages.put(++nextId, text);
                yield new CallOutcome.Accepted(Long.toString(nextId));
            }
            case ChatOperation.Edit(long id, FormattedText text) -> {
                FormattedText before = messages.get(id);
                if (before == null) {
                    yield new CallOutcome.Refused(400, "Bad Request: message to edit not found");
                }
                messages.put(id, text);
                yield before.equals(text) ? new CallOutcome.NotModified() : new CallOutcome.Accepted(Long.toString(id));
            }
            case ChatOperation.Delete(long id) ->
                messages.remove(id) == null
                        ? new CallOutcome.Refused(400, "Bad Request: message to delete not found")
                        : new CallOutcome.Accepted(null);
        };
    }
}
