package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.intake.connection.ConnectedApp;
import dev.agenthost.gateway.intake.connection.ConnectedPlatform;
import dev.agenthost.gateway.intake.connection.SocketProtocol;
import dev.agenthost.im.chat.connection.AddressAnswer;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkEndpointClient;
import dev.agenthost.im.lark.connection.EndpointAnswer;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * The long connections of Lark. The platform sends an event to one of the connections of an app at random
 * (https://open.larkoffice.com/document/ukTMukTMukTM/uYDNxYjL2QTM24iN0EjN/event-subscription-configure-/request-url-configuration-case.md).
 */
public final class LarkConnections implements ConnectedPlatform {
    private static final Pattern SERVICE = Pattern.compile("[?&]service_id=(\\d{1,9})(?:&|$)");

    private final BotTokens secrets;
    private final LarkEndpointClient endpoints;
    private final LarkEventIntake events;

    public LarkConnections(BotTokens secrets, LarkEndpointClient endpoints, LarkEventIntake events) {
        this.secrets = secrets;
        this.endpoints = endpoints;
        this.events = events;
    }

    @Override
    public BotPlatform platform() {
        return BotPlatform.LARK;
    }

    @Override
    public String secretName() {
        return "App Secret";
    }

    @Override
    public Optional<ConnectedApp> app(BotRegistration bot) {
        return Optional.ofNullable(secrets.of(bot))
                .map(secret -> new App(LarkApp.of(bot.options(), secret), endpoints, events));
    }

    private record App(LarkApp app, LarkEndpointClient endpoints, LarkEventIntake events) implements ConnectedApp {
        /** The App Secret proves the app. */
        @Override
        public Set<Object> identities() {
            return Set.of(app);
        }

        @Override
        public Uni<AddressAnswer> address() {
            return endpoints.address(app);
        }

        @Override
        public AddressAnswer.Problem ofUpgrade(int status, Map<String, String> headers) {
            return EndpointAnswer.ofUpgrade(status, headers);
        }

        @Override
        public SocketProtocol protocol(BotRegistration bot, AddressAnswer.Address address) {
            return new LarkProtocol(bot, service(address.url()), address.times(), events);
        }

        private static int service(String url) {
            Matcher service = SERVICE.matcher(url);
            return service.find() ? Integer.parseInt(service.group(1)) : 0;
        }
    }
}
