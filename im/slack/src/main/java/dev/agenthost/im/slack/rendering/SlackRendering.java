package dev.agenthost.im.slack.rendering;

import dev.agenthost.im.slack.calls.SlackCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface SlackRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param target of the calls
     */
    record Calls(SlackTarget target, List<SlackCall> calls) implements SlackRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements SlackRendering {}
}
