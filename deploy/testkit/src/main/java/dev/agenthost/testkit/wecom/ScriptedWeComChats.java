package dev.agenthost.testkit.wecom;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * The persons and messages of one application. The rules are those of https://developer.work.weixin.qq.com/document/path/90236, the codes
 * those of .../path/90455, and the rate that of .../path/90454. Assumed: the code of a content that is too long with Markdown; an expired
 * check of duplicates forgets a message; the answer to a duplicate is that of a message.
 */
final class ScriptedWeComChats {
    private static final Set<String> MEDIA = Set.of("image", "voice", "video", "file");
    private static final String CARD = WeComMessage.CARD;
    private static final int MOST_BUTTONS = 6;
    private static final int LONGEST_INTERVAL = 14_400;
    private static final Duration MINUTE = Duration.ofMinutes(1);
    private static final int MOST_IN_A_MINUTE = 30;

    private final int agentId;
    private final InstantSource clock;
    private final List<WeComMessage> messages = new ArrayList<>();
    private final Map<String, byte[]> uploads = new HashMap<>();
    private final Set<String> gone = new HashSet<>();
    private final Set<String> taskIds = new HashSet<>();
    private final Map<ObjectNode, Instant> checked = new HashMap<>();
    private final Map<String, List<Instant>> arrivals = new HashMap<>();
    private int mostBytes = 2048;
    private long nextId = 1;

    ScriptedWeComChats(int agentId, InstantSource clock) {
        this.agentId = agentId;
        this.clock = clock;
    }

    synchronized void limit(int bytes) {
        mostBytes = bytes;
    }

    /** The person leaves the company, or the application is hidden from that person. */
    synchronized void leave(String userId) {
        gone.add(userId);
    }

    synchronized List<WeComMessage> messages(String userId) {
        return messages.stream()
                .filter(message -> message.userId().equals(userId))
                .toList();
    }

    synchronized JsonNode send(ObjectNode body) {
        if (body.path("agentid").asInt(-1) != agentId) {
            throw new WeComRefusal(301002, "not allow operate another agent with this accesstoken");
        }
        String user = body.path("touser").asText();
        if (user.isEmpty() || gone.contains(user)) {
            // A single receiver is all of them.
            throw new WeComRefusal(81013, "user & party & tag all invalid");
        }
        String type = body.path("msgtype").asText();
        ObjectNode content = content(type, body);
        ObjectNode answer = JsonNodeFactory.instance
                .objectNode()
                .put("errcode", 0)
                .put("errmsg", "ok")
                .put("msgid", "msg-" + nextId);
        if (type.equals(CARD)) {
            answer.put("response_code", "response-" + nextId);
        }
        boolean isShown = !isDuplicate(body) && isWithinRate(user);
        if (isShown) {
            messages.add(new WeComMessage("msg-" + nextId, user, type, content));
        }
        nextId++;
        return answer;
    }

    private ObjectNode content(String type, ObjectNode body) {
        if (!(body.path(type) instanceof ObjectNode content)) {
            throw new WeComRefusal(40008, "invalid message type");
        }
        if (type.equals("text") || type.equals("markdown")) {
            return text(type, content);
        }
        if (MEDIA.contains(type)) {
            if (!uploads.containsKey(content.path("media_id").asText())) {
                throw new WeComRefusal(40007, "invalid media_id");
            }
            return content.deepCopy();
        }
        if (type.equals(CARD)) {
            return card(content);
        }
        throw new WeComRefusal(40008, "invalid message type");
    }

    /** A text that is too long is cut off at bytes, without a word; Markdown is refused. */
    private ObjectNode text(String type, ObjectNode content) {
        byte[] bytes = content.path("content").asText().getBytes(StandardCharsets.UTF_8);
        if (bytes.length == 0) {
            throw new WeComRefusal(44004, "empty content");
        }
        if (bytes.length > mostBytes && type.equals("markdown")) {
            throw new WeComRefusal(45002, "content size out of limit");
        }
        int most = Math.min(bytes.length, mostBytes);
        return content.deepCopy().put("content", new String(bytes, 0, most, StandardCharsets.UTF_8));
    }

    private ObjectNode card(ObjectNode card) {
        JsonNode buttons = card.path("button_list");
        boolean hasButtons = buttons.isArray()
                && !buttons.isEmpty()
                && buttons.size() <= MOST_BUTTONS
                && buttons.valueStream()
                        .allMatch(button -> !button.path("text").asText().isEmpty()
                                && bytes(button.path("key").asText()) > 0
                                && bytes(button.path("key").asText()) <= 1024);
        if (!card.path("card_type").asText().equals("button_interaction")
                || card.at("/main_title/title").asText().isEmpty()
                || !hasButtons) {
            throw new WeComRefusal(40058, "invalid request parameter");
        }
        String taskId = card.path("task_id").asText();
        if (!taskId.matches("[A-Za-z0-9_@-]{1,128}") || !taskIds.add(taskId)) {
            throw new WeComRefusal(42014, "taskid has existed or empty or exceed max len");
        }
        return card.deepCopy();
    }

    /** The same request within the interval is not received again. */
    private boolean isDuplicate(ObjectNode body) {
        if (body.path("enable_duplicate_check").asInt() != 1) {
            return false;
        }
        int interval =
                Math.min(LONGEST_INTERVAL, body.path("duplicate_check_interval").asInt(1800));
        Instant before = checked.put(body, clock.instant());
        return before != null && before.plusSeconds(interval).isAfter(clock.instant());
    }

    /** Drops messages beyond 30 in a minute to one person, without a word. */
    private boolean isWithinRate(String user) {
        List<Instant> times = arrivals.computeIfAbsent(user, first -> new ArrayList<>());
        Instant now = clock.instant();
        times.removeIf(time -> !time.isAfter(now.minus(MINUTE)));
        times.add(now);
        return times.size() <= MOST_IN_A_MINUTE;
    }

    private static int bytes(String text) {
        return text.getBytes(StandardCharsets.UTF_8).length;
    }

    /** https://developer.work.weixin.qq.com/document/path/90253; which code stands for which limit is assumed. */
    synchronized JsonNode upload(String type, byte[] content) {
        int megabytes =
                switch (type) {
                    case "image", "video" -> 10;
                    case "voice" -> 2;
                    case "file" -> 20;
                    default -> throw new WeComRefusal(40005, "invalid type");
                };
        if (content.length <= 5 || content.length > megabytes * 1024 * 1024) {
            throw new WeComRefusal(40006, "invalid file size");
        }
        String id = "media-" + nextId++;
        uploads.put(id, content);
        return JsonNodeFactory.instance
                .objectNode()
                .put("errcode", 0)
                .put("errmsg", "ok")
                .put("type", type)
                .put("media_id", id)
                .put("created_at", "1380000000");
    }

    synchronized byte[] uploaded(String mediaId) {
        return uploads.getOrDefault(mediaId, new byte[0]);
    }
}
