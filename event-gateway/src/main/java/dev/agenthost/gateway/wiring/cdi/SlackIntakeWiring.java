package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.slack.SlackConnections;
import dev.agenthost.gateway.intake.slack.SlackDownloads;
import dev.agenthost.gateway.intake.slack.SlackEventIntake;
import dev.agenthost.gateway.intake.slack.SlackForms;
import dev.agenthost.gateway.intake.slack.SlackPressReplies;
import dev.agenthost.im.slack.client.ResponseUrlClient;
import dev.agenthost.im.slack.client.SlackClient;
import dev.agenthost.im.slack.client.SlackFileDownload;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.http.EgressClient;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/** Composes the entrances of Slack. */
@Singleton
class SlackIntakeWiring {
    private static final int CONNECTIONS = 32;
    private static final int PRESS_REPLIES = 64;
    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);

    private final EgressClient outbound;

    SlackIntakeWiring(Vertx vertx, @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        this.outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
    }

    @Produces
    @Singleton
    SlackEventIntake slackEvents(
            BotEventIntake events, ButtonPressClient presses, QuestionFormClient forms, BotTokens tokens) {
        SlackPressReplies replies =
                new SlackPressReplies(new ResponseUrlClient(outbound, ANSWER_TIMEOUT), PRESS_REPLIES);
        return new SlackEventIntake(
                events,
                presses,
                new SlackDownloads(new SlackFileDownload(outbound, ANSWER_TIMEOUT), tokens),
                replies,
                new SlackForms(forms, new SlackClient(outbound, ANSWER_TIMEOUT), tokens, replies));
    }

    @Produces
    @Singleton
    SlackConnections slackConnections(BotTokens tokens, SlackEventIntake events) {
        return new SlackConnections(tokens, new SlackClient(outbound, ANSWER_TIMEOUT), events);
    }
}
