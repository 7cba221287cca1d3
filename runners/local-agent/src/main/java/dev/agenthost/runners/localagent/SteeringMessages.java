package dev.agenthost.runners.localagent;

import dev.agenthost.protocol.context.AgentRunContext;
import dev.agenthost.protocol.hostapi.SteeringInputItem;
import dev.agenthost.protocol.message.Message;
import dev.agenthost.runners.localagent.picture.ImageLoader;
import dev.agenthost.runners.localagent.window.HistoryMessage;
import dev.agenthost.sdk.HostApi;
import dev.agenthost.sdk.host.AgentApiException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;

/**
 * Messages that arrive in the conversation during the run, if the run may pull them. The host sends each once, and again to an
 * attempt after one that died; a message of the window is not sent to the model a second time.
 */
final class SteeringMessages {
    private static final System.Logger LOG = System.getLogger(SteeringMessages.class.getName());

    private final boolean mayAsk;
    private final HostApi api;
    private final ImageLoader pictures;
    private final Set<String> known = new HashSet<>();

    /** @param window the messages that the model receives from the beginning */
    SteeringMessages(AgentRunContext context, HostApi api, ImageLoader pictures, List<HistoryMessage> window) {
        this.mayAsk = context.context().availableApis().steeringPull();
        this.api = api;
        this.pictures = pictures;
        known.add(context.event().eventId());
        window.forEach(userInput -> known.add(userInput.eventId()));
    }

    /**
     * The messages since the last call, in order; empty if the host fails: a message that was not pulled becomes a run of its own.
     */
    List<Message> messages() throws InterruptedException {
        List<Message> messages = new ArrayList<>();
        if (mayAsk) {
            for (SteeringInputItem item : pulled()) {
                UserInput userInput = UserInput.of(item.input());
                if (!userInput.isEmpty() && known.add(item.event().eventId())) {
                    pictures.load(userInput.attached());
                    messages.add(userInput.message(userInput.text(), pictures));
                }
            }
        }
        return messages;
    }

    private List<SteeringInputItem> pulled() {
        try {
            return api.steering().pull();
        } catch (AgentApiException why) {
            LOG.log(System.Logger.Level.WARNING, "steering: {0}", why.getMessage());
            return List.of();
        }
    }
}
