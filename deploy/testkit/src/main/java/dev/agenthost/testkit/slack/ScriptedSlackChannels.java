package dev.agenthost.testkit.slack;

import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/** The channels of {@link ScriptedSlack}, their messages and files. */
final class ScriptedSlackChannels {
    /** The id of the app. */
    private static final String APP = "A1";

    private final Map<String, List<SlackMessage>> channels = new LinkedHashMap<>();
    private final Set<String> left = new TreeSet<>();
    private final Set<String> withoutThreads = new TreeSet<>();
    private final Map<String, byte[]> files = new LinkedHashMap<>();
    private final ScriptedSlackBlocks blocks = new ScriptedSlackBlocks();
    private final ScriptedSlackStreams streams = new ScriptedSlackStreams();
    private long lastMicros;

    synchronized List<SlackMessage> messages(String channel) {
        return List.copyOf(channels.getOrDefault(channel, List.of()));
    }

    synchronized String write(String channel) {
        String ts = nextTs();
        channels.computeIfAbsent(channel, name -> new ArrayList<>())
                .add(new SlackMessage(
                        ts,
                        null,
                        false,
                        JsonNodeFactory.instance.objectNode().put("text", "hi"),
                        List.of(),
                        List.of()));
        return ts;
    }

    synchronized void leave(String channel) {
        left.add(channel);
    }

    synchronized void forbidThreads(String channel) {
        withoutThreads.add(channel);
    }

    synchronized void limitBlocks(int characters) {
        blocks.limit(characters);
    }

    synchronized byte[] uploaded(String fileId) {
        return files.getOrDefault(fileId, new byte[0]);
    }

    /** https://docs.slack.dev/reference/methods/chat.postMessage */
    synchronized ObjectNode post(ObjectNode body) {
        List<SlackMessage> channel = channel(body.path("channel").asText());
        blocks.check(body);
        String threadTs = threadTs(channel, body);
        String ts = nextTs();
        channel.add(new SlackMessage(ts, threadTs, true, body, List.of(), List.of()));
        return answer(body, ts);
    }

    synchronized ObjectNode startStream(ObjectNode body) {
        List<SlackMessage> channel = channel(body.path("channel").asText());
        ScriptedSlackStreams.check(body);
        String threadTs = threadTs(channel, body);
        String ts = nextTs();
        channel.add(new SlackMessage(ts, threadTs, true, body, List.of(), List.of()));
        streams.started(body.path("channel").asText(), ts);
        return answer(body, ts);
    }

    synchronized ObjectNode appendStream(ObjectNode body) {
        return changed(body, message -> streams.appended(body, message));
    }

    synchronized ObjectNode stopStream(ObjectNode body) {
        return changed(body, message -> streams.stopped(body, message));
    }

    synchronized void expireStreams(String channel) {
        streams.expire(channel);
    }

    /** Without metadata, the message keeps its own (https://docs.slack.dev/reference/methods/chat.update). */
    synchronized ObjectNode update(ObjectNode body) {
        blocks.check(body);
        return changed(body, message -> {
            if (streams.isOpen(body)) {
                throw new SlackRefusal("streaming_state_conflict");
            }
            ObjectNode content = body.deepCopy();
            if (!content.has("metadata") && message.content().has("metadata")) {
                content.set("metadata", message.content().get("metadata"));
            }
            return message.withContent(content);
        });
    }

    private ObjectNode changed(ObjectNode body, UnaryOperator<SlackMessage> change) {
        List<SlackMessage> channel = channel(body.path("channel").asText());
        int at = index(channel, body.path("ts").asText());
        if (!channel.get(at).isOfBot()) {
            throw new SlackRefusal("cant_update_message");
        }
        channel.set(at, change.apply(channel.get(at)));
        return answer(body, body.path("ts").asText());
    }

    /** https://docs.slack.dev/reference/methods/chat.delete; that a stream is not deleted is assumed. */
    synchronized ObjectNode delete(ObjectNode body) {
        if (streams.isOpen(body)) {
            throw new SlackRefusal("cant_delete_message");
        }
        delete(body.path("channel").asText(), body.path("ts").asText());
        return JsonNodeFactory.instance.objectNode().put("ok", true);
    }

    synchronized void delete(String name, String ts) {
        List<SlackMessage> channel = channel(name);
        channel.remove(index(channel, ts));
    }

    /** https://docs.slack.dev/reference/methods/reactions.add, and .../reactions.remove */
    synchronized ObjectNode react(ObjectNode body, boolean isAdded) {
        List<SlackMessage> channel = channel(body.path("channel").asText());
        String name = body.path("name").asText();
        if (name.isEmpty()) {
            throw new SlackRefusal("invalid_name");
        }
        int at = index(channel, body.path("timestamp").asText());
        boolean has = channel.get(at).reactions().contains(name);
        if (has == isAdded) {
            throw new SlackRefusal(isAdded ? "already_reacted" : "no_reaction");
        }
        channel.set(at, channel.get(at).withReaction(name, isAdded));
        return JsonNodeFactory.instance.objectNode().put("ok", true);
    }

    /**
     * The newest messages first, those of threads without their replies
     * (https://docs.slack.dev/reference/methods/conversations.history).
     */
    synchronized ObjectNode history(ObjectNode query) {
        return page(
                query,
                channel(query.path("channel").asText()).reversed().stream()
                        .filter(message ->
                                message.threadTs() == null || message.threadTs().equals(message.ts()))
                        .toList());
    }

    /** The message that begins a thread, and its replies (https://docs.slack.dev/reference/methods/conversations.replies). */
    synchronized ObjectNode replies(ObjectNode query) {
        List<SlackMessage> channel = channel(query.path("channel").asText());
        String ts = query.path("ts").asText();
        if (channel.stream().noneMatch(message -> message.ts().equals(ts))) {
            throw new SlackRefusal("thread_not_found");
        }
        return page(
                query,
                channel.stream()
                        .filter(message -> message.ts().equals(ts) || ts.equals(message.threadTs()))
                        .toList());
    }

    private static ObjectNode page(ObjectNode query, List<SlackMessage> messages) {
        int limit = query.path("limit").asInt(100);
        BigDecimal oldest = new BigDecimal(query.path("oldest").asText("0"));
        boolean hasMetadata = query.path("include_all_metadata").asBoolean();
        int from = query.path("cursor").asText().isEmpty()
                ? 0
                : Integer.parseInt(query.path("cursor").asText().substring(1));
        List<SlackMessage> recent = messages.stream()
                .filter(message -> new BigDecimal(message.ts()).compareTo(oldest) >= 0)
                .toList();
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("ok", true);
        ArrayNode page = answer.putArray("messages");
        recent.stream().skip(from).limit(limit).forEach(message -> {
            ObjectNode shown = page.addObject().put("type", "message").put("ts", message.ts());
            // That a message names its app is assumed.
            if (message.isOfBot()) {
                shown.put("app_id", APP).put("text", message.fallback());
                message.files()
                        .forEach(file -> shown.withArray("files").addObject().put("id", file));
            }
            // Without include_all_metadata, only the type of the metadata is shown.
            if (hasMetadata && message.content().has("metadata")) {
                shown.set("metadata", message.content().get("metadata"));
            }
        });
        if (from + limit < recent.size()) {
            answer.putObject("response_metadata").put("next_cursor", "c" + (from + limit));
        }
        return answer;
    }

    /** Returns the id of a new file. */
    synchronized String file() {
        String id = "F" + (files.size() + 1);
        files.put(id, new byte[0]);
        return id;
    }

    synchronized void upload(String fileId, byte[] content) {
        files.replace(fileId, content);
    }

    /** https://docs.slack.dev/reference/methods/files.completeUploadExternal */
    synchronized ObjectNode share(ObjectNode body) {
        List<SlackMessage> channel = channel(body.path("channel_id").asText());
        List<String> ids = body.path("files")
                .valueStream()
                .map(file -> file.path("id").asText())
                .toList();
        if (ids.isEmpty() || ids.stream().anyMatch(id -> uploaded(id).length == 0)) {
            throw new SlackRefusal("file_not_found");
        }
        channel.add(new SlackMessage(nextTs(), threadTs(channel, body), true, body, List.of(), ids));
        ObjectNode answer = JsonNodeFactory.instance.objectNode().put("ok", true);
        ids.forEach(id -> answer.withArray("files").addObject().put("id", id));
        return answer;
    }

    private List<SlackMessage> channel(String name) {
        List<SlackMessage> channel = channels.get(name);
        if (channel == null) {
            throw new SlackRefusal("channel_not_found");
        }
        if (left.contains(name)) {
            throw new SlackRefusal("not_in_channel");
        }
        return channel;
    }

    /** A message with the time stamp of another thread's reply begins no thread; an unknown one is refused (assumed). */
    private @Nullable String threadTs(List<SlackMessage> channel, ObjectNode body) {
        String threadTs = body.path("thread_ts").textValue();
        if (threadTs == null) {
            return null;
        }
        String name =
                body.path(body.has("channel_id") ? "channel_id" : "channel").asText();
        if (withoutThreads.contains(name)) {
            throw new SlackRefusal("restricted_action_non_threadable_channel");
        }
        index(channel, threadTs);
        return threadTs;
    }

    private static int index(List<SlackMessage> channel, String ts) {
        for (int i = 0; i < channel.size(); i++) {
            if (channel.get(i).ts().equals(ts)) {
                return i;
            }
        }
        throw new SlackRefusal("message_not_found");
    }

    private static ObjectNode answer(ObjectNode body, String ts) {
        return JsonNodeFactory.instance
                .objectNode()
                .put("ok", true)
                .put("channel", body.path("channel").asText())
                .put("ts", ts);
    }

    /** Each time stamp is later than every one before it. */
    private String nextTs() {
        Instant now = Instant.now();
        lastMicros = Math.max(lastMicros + 1, now.getEpochSecond() * 1_000_000 + now.getNano() / 1000);
        return String.format(Locale.ROOT, "%d.%06d", lastMicros / 1_000_000, lastMicros % 1_000_000);
    }
}
