package dev.agenthost.im.lark.rendering;

import dev.agenthost.im.lark.calls.LarkCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface LarkRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param chatId of their chat
     */
    record Calls(String chatId, List<LarkCall> calls) implements LarkRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements LarkRendering {}
}
