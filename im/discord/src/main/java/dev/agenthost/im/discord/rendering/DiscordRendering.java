package dev.agenthost.im.discord.rendering;

import dev.agenthost.im.discord.calls.DiscordCall;
import java.util.List;

/** The outcome of rendering a part. */
public sealed interface DiscordRendering {

    /**
     * The calls that show the part, in order; none for a part without visible content.
     *
     * @param target of the calls
     */
    record Calls(DiscordTarget target, List<DiscordCall> calls) implements DiscordRendering {
        public Calls {
            calls = List.copyOf(calls);
        }
    }

    /**
     * A part that cannot be addressed.
     *
     * @param why a sentence that names the member
     */
    record NotSendable(String why) implements DiscordRendering {}
}
