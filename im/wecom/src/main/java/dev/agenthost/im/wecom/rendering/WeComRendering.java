package dev.agenthost.im.wecom.rendering;

import dev.agenthost.im.wecom.calls.WeComCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface WeComRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param target their person
     */
    record Calls(WeComTarget target, List<WeComCall> calls) implements WeComRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements WeComRendering {}
}
