package dev.agenthost.testkit.telegram;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An unsuccessful call (<a href="https://core.telegram.org/bots/api#making-requests">making requests</a>). */
final class BotApiRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;
    private final transient ObjectNode parameters = JsonNodeFactory.instance.objectNode();

    BotApiRefusal(int code, String description) {
        super(description);
        this.code = code;
    }

    /** The words of the descriptions are assumed: the documentation has none. */
    static BotApiRefusal badRequest(String why) {
        return new BotApiRefusal(400, "Bad Request: " + why);
    }

    /** https://core.telegram.org/bots/api#responseparameters. */
    static BotApiRefusal tooManyRequests(long seconds) {
        BotApiRefusal refusal = new BotApiRefusal(429, "Too Many Requests: retry after " + seconds);
        refusal.parameters.put("retry_after", seconds);
        return refusal;
    }

    /** https://core.telegram.org/bots/api#responseparameters. */
    static BotApiRefusal moved(long chatId) {
        BotApiRefusal refusal = badRequest("group chat was upgraded to a supergroup chat");
        refusal.parameters.put("migrate_to_chat_id", chatId);
        return refusal;
    }

    int code() {
        return code;
    }

    ObjectNode answer() {
        ObjectNode answer = JsonNodeFactory.instance.objectNode();
        answer.put("ok", false).put("error_code", code).put("description", getMessage());
        if (!parameters.isEmpty()) {
            answer.set("parameters", parameters);
        }
        return answer;
    }
}
