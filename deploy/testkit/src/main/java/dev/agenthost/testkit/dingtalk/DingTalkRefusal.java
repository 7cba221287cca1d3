package dev.agenthost.testkit.dingtalk;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer with a code and without an effect. */
final class DingTalkRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final String code;

    DingTalkRefusal(String code) {
        this(400, code, code);
    }

    DingTalkRefusal(int status, String code, String words) {
        super(words, null, false, false);
        this.status = status;
        this.code = code;
    }

    int status() {
        return status;
    }

    ObjectNode answer() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("code", code)
                .put("requestid", "FD9F4514-E202-7D59-867A-42EF22C83791")
                .put("message", getMessage());
    }
}
