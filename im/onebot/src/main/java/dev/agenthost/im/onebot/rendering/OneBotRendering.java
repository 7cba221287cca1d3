package dev.agenthost.im.onebot.rendering;

import dev.agenthost.im.onebot.calls.OneBotCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface OneBotRendering {

    /** The calls that show the part, in order; none for a part without visible content. */
    record Calls(List<OneBotCall> calls) implements OneBotRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements OneBotRendering {}
}
