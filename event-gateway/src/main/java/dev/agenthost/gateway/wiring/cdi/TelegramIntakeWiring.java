package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.attachment.AttachmentClient;
import dev.agenthost.gateway.attachment.MessageFiles;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.TakeoverCommandClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.UpdateDeadLetters;
import dev.agenthost.gateway.intake.kafka.KafkaUpdateDeadLetters;
import dev.agenthost.gateway.intake.telegram.TelegramDownloads;
import dev.agenthost.gateway.intake.telegram.TelegramPoller;
import dev.agenthost.gateway.intake.telegram.TelegramUpdateIntake;
import dev.agenthost.gateway.internal.http.HttpAttachmentClient;
import dev.agenthost.im.telegram.client.TelegramClient;
import dev.agenthost.platform.egress.AddressPolicy;
import dev.agenthost.platform.egress.AllowList;
import dev.agenthost.platform.egress.WebAddress;
import dev.agenthost.platform.egress.http.EgressClient;
import dev.agenthost.platform.kafka.DeadLetterSender;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.platform.security.Secrets;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Composes the entrance of Telegram. */
@Singleton
class TelegramIntakeWiring {
    private static final Logger LOG = Logger.getLogger(TelegramIntakeWiring.class);

    /** Each polled bot has one call that waits. */
    private static final int CONNECTIONS = 256;

    private static final Duration CONNECT_TIMEOUT = Duration.ofSeconds(5);
    private static final Duration ANSWER_TIMEOUT = Duration.ofSeconds(10);
    /** Telegram's own servers accept up to 50 s; proxies often end a silent call after a minute. */
    private static final Duration LONGEST_POLL = Duration.ofSeconds(50);

    /** Each may need three times its 20 MB while it is read and sent. */
    private static final int MOST_FILES = 16;

    private static final Duration LONGEST_FILE_TIMEOUT = Duration.ofSeconds(40);

    @Produces
    @Singleton
    UpdateDeadLetters updateDeadLetters(DeadLetterSender sender, DeadLetterCounter counter) {
        return new KafkaUpdateDeadLetters(sender, counter);
    }

    @Produces
    @Singleton
    BotEventIntake botEvents(
            EventIntake intake,
            UpdateDeadLetters deadLetters,
            MessageFiles files,
            TakeoverCommandClient commands,
            InstantSource clock) {
        return new BotEventIntake(intake, deadLetters, files, commands, clock, LOG::warn);
    }

    @Produces
    @Singleton
    TelegramUpdateIntake telegramUpdates(
            BotEventIntake events, ButtonPressClient presses, TelegramClient client, BotTokens tokens) {
        return new TelegramUpdateIntake(events, presses, new TelegramDownloads(client, tokens));
    }

    @Produces
    @Singleton
    MessageFiles messageFiles(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.telegram.file-concurrency", defaultValue = "2") int concurrency,
            @ConfigProperty(name = "agenthost.telegram.file-timeout", defaultValue = "20s") Duration timeout) {
        if (concurrency < 1 || concurrency > MOST_FILES) {
            throw new IllegalArgumentException("agenthost.telegram.file-concurrency must be from 1 to " + MOST_FILES);
        }
        if (!timeout.isPositive() || timeout.compareTo(LONGEST_FILE_TIMEOUT) > 0) {
            throw new IllegalArgumentException("agenthost.telegram.file-timeout must be above 0 and at most 40 s");
        }
        AttachmentClient store = url.flatMap(base -> internalKey.<AttachmentClient>map(
                        key -> new HttpAttachmentClient(vertx, base, key, concurrency, timeout)))
                .orElse(null);
        return new MessageFiles(store, concurrency, timeout, System::nanoTime, LOG::warn);
    }

    @Produces
    @Singleton
    BotTokens botTokens(Secrets secrets) {
        return new BotTokens(secrets);
    }

    @Produces
    @Singleton
    TelegramClient telegram(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.telegram.api-url", defaultValue = "https://api.telegram.org")
                    String apiUrl,
            @ConfigProperty(name = "agenthost.egress.allow") Optional<List<String>> allow) {
        AddressPolicy rules = new AddressPolicy(false, AllowList.parse(allow.orElse(List.of())));
        EgressClient outbound = new EgressClient(vertx, rules, CONNECTIONS, CONNECT_TIMEOUT);
        return new TelegramClient(outbound, checked(apiUrl), ANSWER_TIMEOUT);
    }

    @Produces
    @Singleton
    TelegramPoller poller(
            TelegramClient client,
            BotTokens tokens,
            TelegramUpdateIntake intake,
            @ConfigProperty(name = "agenthost.telegram.poll-timeout", defaultValue = "25s") Duration longPoll) {
        if (longPoll.compareTo(Duration.ofSeconds(1)) < 0 || longPoll.compareTo(LONGEST_POLL) > 0) {
            throw new IllegalArgumentException("agenthost.telegram.poll-timeout must be from 1 s to 50 s");
        }
        return new TelegramPoller(client, tokens, intake, longPoll);
    }

    /** @throws IllegalArgumentException for an address that no call could use */
    private static String checked(String apiUrl) {
        if (!(WebAddress.read(apiUrl) instanceof WebAddress.Callable address)
                || !address.target().equals("/")) {
            throw new IllegalArgumentException(
                    "agenthost.telegram.api-url must be an http or https address without a path");
        }
        return apiUrl.replaceAll("/+$", "");
    }
}
