package dev.agenthost.testkit.wecom;

import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;

/** An answer with a code and without an effect; its status is 200. */
final class WeComRefusal extends RuntimeException {
    private static final long serialVersionUID = 1L;

    private final int code;

    WeComRefusal(int code, String words) {
        super(words, null, false, false);
        this.code = code;
    }

    /** Returns the answer: WeCom adds a hint and the address of the caller to its words. */
    ObjectNode answer() {
        return JsonNodeFactory.instance
                .objectNode()
                .put("errcode", code)
                .put(
                        "errmsg",
                        getMessage() + ", hint: [1650959319156053778662262], from ip: 203.0.113.7, more info at"
                                + " https://open.work.weixin.qq.com/devtool/query?e=" + code);
    }
}
