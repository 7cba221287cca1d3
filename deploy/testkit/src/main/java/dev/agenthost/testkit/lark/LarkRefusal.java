package dev.agenthost.testkit.lark;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer with a code other than 0. */
final class LarkRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int status;
    private final int code;

    LarkRefusal(int code, String words) {
        this(400, code, words);
    }

    LarkRefusal(int status, int code, String words) {
        super(words, null, false, false);
        this.status = status;
        this.code = code;
    }

    int status() {
        return status;
    }

    ObjectNode answer() {
        return JsonNodeFactory.instance.objectNode().put("code", code).put("msg", getMessage());
    }
}
