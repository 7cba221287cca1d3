package dev.agenthost.gateway.intake.dingtalk;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ConnectedApp;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.client.DingTalkEndpointClient;
import dev.agenthost.im.dingtalk.connection.DingTalkEndpointAnswer;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.Optional;
import java.util.Set;

/**
 * The connections of the Stream mode. The platform pushes a payload to one of up to 50 connections of an app, chosen at random
 * (https://open-dingtalk.github.io/developerpedia/docs/learn/stream/protocol).
 */
public final class DingTalkConnections implements ConnectedPlatform {
    private final BotTokens secrets;
    private final DingTalkEndpointClient endpoints;
    private final DingTalkEventIntake events;

    public DingTalkConnections(BotTokens secrets, DingTalkEndpointClient endpoints, DingTalkEventIntake events) {
        this.secrets = secrets;
        this.endpoints = endpoints;
        this.events = events;
    }

    @Override
    public BotPlatform platform() {
        return BotPlatform.DINGTALK;
    }

    @Override
    public String secretName() {
        return "Client Secret";
    }

    @Override
    public Optional<ConnectedApp> app(BotRegistration bot) {
        return Optional.ofNullable(secrets.of(bot))
                .map(secret -> new App(bot.workspaceId(), DingTalkApp.of(bot.options(), secret), endpoints, events));
    }

    private record App(
            String workspaceId, DingTalkApp app, DingTalkEndpointClient endpoints, DingTalkEventIntake events)
            implements ConnectedApp {
        private record Proven(String apiUrl, String clientId, String secret) {}

        private record Claimed(String workspaceId, String apiUrl, String clientId) {}

        /** The Client Secret proves the app. An app may have two, so within a workspace its Client ID counts, too. */
        @Override
        public Set<Object> identities() {
            return Set.of(
                    new Proven(app.apiUrl(), app.clientId(), app.secret()),
                    new Claimed(workspaceId, app.apiUrl(), app.clientId()));
        }

        @Override
        public Uni<AddressAnswer> address() {
            return endpoints.address(app);
        }

        @Override
        public AddressAnswer.Problem ofUpgrade(int status, Map<String, String> headers) {
            return DingTalkEndpointAnswer.ofUpgrade(status);
        }

        @Override
        public SocketProtocol protocol(BotRegistration bot, AddressAnswer.Address address) {
            return new DingTalkProtocol(bot, events);
        }
    }
}
