package dev.agenthost.im.dingtalk.rendering;

import dev.agenthost.im.dingtalk.calls.DingTalkCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface DingTalkRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param target their chat
     */
    record Calls(DingTalkTarget target, List<DingTalkCall> calls) implements DingTalkRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements DingTalkRendering {}
}
