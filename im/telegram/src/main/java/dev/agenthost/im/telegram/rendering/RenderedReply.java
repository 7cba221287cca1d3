package dev.agenthost.im.telegram.rendering;

import dev.agenthost.im.telegram.calls.BotApiCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface RenderedReply {

    /** The calls that show the part, in order; none for a part without visible content. */
    record Calls(List<BotApiCall> calls) implements RenderedReply {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements RenderedReply {}
}
