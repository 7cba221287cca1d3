package dev.agenthost.delivery.surface.slack;

import com.fasterxml.jackson.databind.JsonNode;
import dev.agenthost.delivery.surface.calls.EarlierCall;
import dev.agenthost.im.chat.calls.QueryOutcome;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.rendering.MessageBody;
import dev.agenthost.im.slack.rendering.PreviewedMessage;
import dev.agenthost.im.slack.rendering.StreamCandidates;
import io.smallrye.mutiny.Uni;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * Searches a channel for the message with a key (https://docs.slack.dev/reference/methods/conversations.history,
 * https://docs.slack.dev/reference/methods/conversations.replies), page by page.
 */
final class MessageSearch {
    private static final int MOST_PAGES = 5;
    private static final String PAGE = "200";
    /** The clocks of the database and of Slack may differ by that. */
    private static final Duration CLOCKS = Duration.ofMinutes(5);

    private static final Duration DELAY = Duration.ofSeconds(5);

    private final SlackClient client;
    private final SlackApp app;
    private final String channel;
    private final String key;
    private final Instant since;

    /** @param since before the message can have been sent */
    MessageSearch(SlackClient client, SlackApp app, String channel, String key, Instant since) {
        this.client = client;
        this.app = app;
        this.channel = channel;
        this.key = key;
        this.since = since;
    }

    /** A message that left its thread, because Slack refused that, is in the channel. */
    Uni<EarlierCall> find(@Nullable String thread) {
        return page(thread, "", 1)
                .chain(found -> thread != null && found instanceof EarlierCall.NotMade
                        ? page(null, "", 1)
                        : Uni.createFrom().item(found));
    }

    /**
     * Searches for the message of a preview in a thread, which may be a stream.
     *
     * @param streams empty, for the messages that may be it
     */
    Uni<EarlierCall> findStream(String thread, StreamCandidates streams) {
        return page(thread, "", 1, streams::add).chain(found -> {
            if (!(found instanceof EarlierCall.NotMade)) {
                return outcome(found);
            }
            return streams.isEmpty()
                    ? page(null, "", 1)
                    : outcome(streams.stream()
                            .<EarlierCall>map(ts -> new EarlierCall.Made(new PreviewedMessage(ts, true).id()))
                            .orElseGet(EarlierCall.NotVisible::new));
        });
    }

    private Uni<EarlierCall> page(@Nullable String thread, String cursor, int number) {
        return page(thread, cursor, number, messages -> {});
    }

    private Uni<EarlierCall> page(@Nullable String thread, String cursor, int number, Consumer<JsonNode> reader) {
        Map<String, String> parameters = new LinkedHashMap<>();
        parameters.put("channel", channel);
        parameters.put("oldest", Long.toString(since.minus(CLOCKS).getEpochSecond()));
        parameters.put("limit", PAGE);
        parameters.put("include_all_metadata", "true");
        if (thread != null) {
            parameters.put("ts", thread);
        }
        if (!cursor.isEmpty()) {
            parameters.put("cursor", cursor);
        }
        return client.query(app, thread == null ? "conversations.history" : "conversations.replies", parameters)
                .chain(answer -> switch (answer) {
                    case QueryOutcome.Answered(JsonNode messages) -> read(messages, thread, number, reader);
                    case QueryOutcome.Refused refused -> outcome(new EarlierCall.NotVisible());
                    case QueryOutcome.Forbidden forbidden -> outcome(new EarlierCall.NotVisible());
                    case QueryOutcome.Failed failed -> outcome(new EarlierCall.Later(DELAY));
                    case QueryOutcome.NoAnswer noAnswer -> outcome(new EarlierCall.Later(DELAY));
                });
    }

    private Uni<EarlierCall> read(JsonNode answer, @Nullable String thread, int number, Consumer<JsonNode> reader) {
        Optional<String> found = MessageBody.find(answer.path("messages"), key);
        if (found.isPresent()) {
            return outcome(new EarlierCall.Made(found.get()));
        }
        reader.accept(answer.path("messages"));
        String next = answer.path("response_metadata").path("next_cursor").asText();
        if (next.isEmpty()) {
            return outcome(new EarlierCall.NotMade());
        }
        return number == MOST_PAGES ? outcome(new EarlierCall.NotVisible()) : page(thread, next, number + 1, reader);
    }

    private static Uni<EarlierCall> outcome(EarlierCall outcome) {
        return Uni.createFrom().item(outcome);
    }
}
