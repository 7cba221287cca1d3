package dev.agenthost.im.line.rendering;

import dev.agenthost.im.line.calls.LineCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface LineRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param target their chat
     */
    record Calls(LineTarget target, List<LineCall> calls) implements LineRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the members
     */
    record NotSendable(String why) implements LineRendering {}
}
