package dev.agenthost.gateway.intake.slack;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ConnectedApp;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.slack.client.SlackApp;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.connection.SlackConnectionAnswer;
import dev.agenthost.im.slack.inbound.SlackIdentity;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of Socket Mode. The platform sends an event to one of up to ten connections of an app
 * (https://docs.slack.dev/apis/events-api/using-socket-mode).
 */
public final class SlackConnections implements ConnectedPlatform {
    private final BotTokens tokens;
    private final SlackClient client;
    private final SlackEventIntake events;

    public SlackConnections(BotTokens tokens, SlackClient client, SlackEventIntake events) {
        this.tokens = tokens;
        this.client = client;
        this.events = events;
    }

    @Override
    public BotPlatform platform() {
        return BotPlatform.SLACK;
    }

    @Override
    public String secretName() {
        return "app-level token";
    }

    @Override
    public Optional<ConnectedApp> app(BotRegistration bot) {
        List<SlackApp> live = tokens.ofApp(bot).stream()
                .map(token -> SlackApp.of(bot.options(), token))
                .toList();
        String appId = SlackIdentity.of(bot.botId(), bot.options()).appId();
        return live.isEmpty() ? Optional.empty() : Optional.of(new App(bot.workspaceId(), appId, live, client, events));
    }

    /** @param live the app with each of its live tokens; the first is tried first */
    private record App(
            String workspaceId, String appId, List<SlackApp> live, SlackClient client, SlackEventIntake events)
            implements ConnectedApp {
        private record Claimed(String apiUrl, String workspaceId, String appId) {}

        /** A token proves the app. An app has several, so within a workspace its id counts, too. */
        @Override
        public Set<Object> identities() {
            Set<Object> all = new HashSet<>();
            for (SlackApp app : live) {
                all.add(new SlackApp(app.apiUrl(), "", app.token()));
                all.add(new Claimed(app.apiUrl(), workspaceId, appId));
            }
            return all;
        }

        @Override
        public Uni<AddressAnswer> address() {
            return address(live);
        }

        /** During a rotation, one of two tokens is revoked already or not valid yet. */
        private Uni<AddressAnswer> address(List<SlackApp> candidates) {
            return client.connection(candidates.getFirst())
                    .chain(answer -> answer instanceof AddressAnswer.Refused && candidates.size() > 1
                            ? address(candidates.subList(1, candidates.size()))
                            : Uni.createFrom().item(answer));
        }

        @Override
        public AddressAnswer.Problem ofUpgrade(int status, Map<String, String> headers) {
            return SlackConnectionAnswer.ofUpgrade(status);
        }

        @Override
        public SocketProtocol protocol(BotRegistration bot, AddressAnswer.Address address) {
            return new SlackProtocol(bot, appId, events);
        }
    }
}
