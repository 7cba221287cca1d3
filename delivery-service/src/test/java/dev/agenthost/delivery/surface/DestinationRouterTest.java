package dev.agenthost.delivery.surface;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import dev.agenthost.delivery.DeliveredRun;
import dev.agenthost.delivery.send.Destination;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.run.DeliveryPolicy;
import dev.agenthost.protocol.run.DeliveryTarget;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Test;

class DestinationRouterTest {

    private static final DestinationRouter ROUTES = new DestinationRouter(List.of(
            new Adapter("im", "demo", Set.of("bot"), false),
            new Adapter("every", "demo", Set.of("*"), true),
            new Adapter("narrow", "demo", Set.of("another-bot"), true),
            new Adapter("foreign", "other", Set.of("*"), true)));

    @Test
    void anEventIsAnsweredOnItsAdaptersTopic() {
        assertThat(ROUTES.of("demo", on("im"))).isEqualTo(new Destination.Outbound("im"));
        assertThat(new Destination.Outbound("im").topic()).isEqualTo("agent.outbound.im");
    }

    @Test
    void anAdapterReceivesNothingOfAnotherBotOrWorkspace() {
        assertThat(ROUTES.of("demo", on("narrow"))).isNull();
        assertThat(ROUTES.of("demo", on("foreign"))).isNull();
        assertThat(ROUTES.deltaDestination("demo", on("foreign"))).isNull();
        assertThat(ROUTES.of("other", on("im"))).isNull();
    }

    @Test
    void anEventOfAPlatformOfTheHostIsAnsweredByItsBot() {
        assertThat(ROUTES.of("demo", on("telegram"))).isEqualTo(new Destination.Bot(BotPlatform.TELEGRAM, "bot"));
        assertThat(ROUTES.deltaDestination("demo", on("telegram")))
                .isEqualTo(new Destination.Bot(BotPlatform.TELEGRAM, "bot"));
    }

    @Test
    void otherSurfacesUseTheStream() {
        assertThat(ROUTES.of("demo", on("api"))).isNull();
        assertThat(ROUTES.of("demo", DeliveryState.UNKNOWN)).isNull();
    }

    @Test
    void theTargetOfTheBindingHasPrecedence() {
        DeliveredRun run = DeliveredRun.in("c").toWebhook("http://hooks.example", "HOOK");
        assertThat(ROUTES.of("demo", on(run, "im"))).isEqualTo(new Destination.Webhook("http://hooks.example", "HOOK"));
        DeliveredRun elsewhere = DeliveredRun.in("c")
                .with(new DeliveryPolicy(new DeliveryTarget("im", null, null), true, null, null, false));
        assertThat(ROUTES.of("demo", on(elsewhere, "im"))).isNull();
        assertThat(ROUTES.deltaDestination("demo", on(run, "every"))).isNull();
    }

    @Test
    void deltasArePublishedToAdaptersThatRequestThem() {
        assertThat(ROUTES.deltaDestination("demo", on("every"))).isEqualTo(new Destination.Outbound("every"));
        assertThat(ROUTES.deltaDestination("demo", on("im"))).isNull();
        DeliveredRun quiet = DeliveredRun.in("c").with(new DeliveryPolicy(null, false, null, null, false));
        assertThat(ROUTES.deltaDestination("demo", on(quiet, "every"))).isNull();
    }

    @Test
    void noAdapterIsNamedAsAnotherSurface() {
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DestinationRouter(List.of(new Adapter("api", "demo", Set.of("*"), false))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DestinationRouter(List.of(new Adapter("telegram", "demo", Set.of("*"), false))));
        assertThatIllegalArgumentException()
                .isThrownBy(() -> new DestinationRouter(List.of(new Adapter("webhook", "demo", Set.of("*"), false))));
    }

    private static DeliveryState on(String surface) {
        return on(DeliveredRun.in("c"), surface);
    }

    private static DeliveryState on(DeliveredRun run, String surface) {
        return DeliveryStateMachine.next(DeliveryState.UNKNOWN, run.startedOn(surface), SurfaceAbilities.READ_ONLY)
                .state();
    }
}
