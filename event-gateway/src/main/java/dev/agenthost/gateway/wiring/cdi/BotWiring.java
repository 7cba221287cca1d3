package dev.agenthost.gateway.wiring.cdi;

import dev.agenthost.gateway.attachment.AttachmentClient;
import dev.agenthost.gateway.attachment.MessageFiles;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.gateway.bot.ButtonPressClient;
import dev.agenthost.gateway.bot.QuestionFormClient;
import dev.agenthost.gateway.bot.TakeoverCommandClient;
import dev.agenthost.gateway.intake.BotEventIntake;
import dev.agenthost.gateway.intake.EventIntake;
import dev.agenthost.gateway.intake.UpdateDeadLetters;
import dev.agenthost.gateway.intake.kafka.KafkaUpdateDeadLetters;
import dev.agenthost.gateway.internal.http.CommandClient;
import dev.agenthost.gateway.internal.http.HttpAttachmentClient;
import dev.agenthost.platform.kafka.DeadLetterSender;
import dev.agenthost.platform.observability.DeadLetterCounter;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.ButtonPress;
import dev.agenthost.protocol.bot.ButtonPressResult;
import dev.agenthost.protocol.bot.FormSubmission;
import dev.agenthost.protocol.bot.FormSubmissionResult;
import dev.agenthost.protocol.bot.QuestionFormResult;
import dev.agenthost.protocol.bot.TakeoverCommandResult;
import io.vertx.core.Vertx;
import jakarta.enterprise.inject.Produces;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CompletionStage;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;

/** Composes what the bots of all platforms share: their events, files, tokens, pressed buttons and commands. */
@Singleton
class BotWiring {
    private static final Logger LOG = Logger.getLogger(BotWiring.class);

    private static final Duration PRESS_TIMEOUT = Duration.ofSeconds(2);
    /** A start waits up to 2 seconds for calls of the agent that are under way. */
    private static final Duration TAKEOVER_TIMEOUT = Duration.ofSeconds(5);

    /** Each may need three times its 20 MB while it is read and sent. */
    private static final int MOST_FILES = 16;

    private static final Duration LONGEST_FILE_TIMEOUT = Duration.ofSeconds(40);

    @Produces
    @Singleton
    ButtonPressClient buttonPresses(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.run-orchestrator.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        Optional<CommandClient> client = runOrchestrator(vertx, url, internalKey, "/internal/v1/button-presses");
        return press -> submit(client, press, ButtonPressResult.class);
    }

    @Produces
    @Singleton
    QuestionFormClient questionForms(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.run-orchestrator.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        Optional<CommandClient> opening = runOrchestrator(vertx, url, internalKey, "/internal/v1/question-forms");
        Optional<CommandClient> submissions =
                runOrchestrator(vertx, url, internalKey, "/internal/v1/question-forms/submissions");
        return new QuestionFormClient() {
            @Override
            public CompletionStage<QuestionFormResult> open(ButtonPress press) {
                return BotWiring.submit(opening, press, QuestionFormResult.class);
            }

            @Override
            public CompletionStage<FormSubmissionResult> submit(FormSubmission form) {
                return BotWiring.submit(submissions, form, FormSubmissionResult.class);
            }
        };
    }

    private static Optional<CommandClient> runOrchestrator(
            Vertx vertx, Optional<URI> url, Optional<String> internalKey, String route) {
        return url.flatMap(base ->
                internalKey.map(key -> new CommandClient(vertx, "run-orchestrator", base, key, route, PRESS_TIMEOUT)));
    }

    private static <T> CompletionStage<T> submit(Optional<CommandClient> client, Object command, Class<T> result) {
        return client.map(each -> each.submit(command, result))
                .orElseGet(() -> CompletableFuture.failedFuture(new IllegalStateException(
                        "agenthost.run-orchestrator.url and agenthost.internal-key are needed")));
    }

    @Produces
    @Singleton
    TakeoverCommandClient takeoverCommands(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.delivery-service.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey) {
        return url.flatMap(base -> internalKey.map(key -> new CommandClient(
                        vertx, "delivery-service", base, key, "/internal/v1/takeover-commands", TAKEOVER_TIMEOUT)))
                .<TakeoverCommandClient>map(client -> command -> client.submit(command, TakeoverCommandResult.class))
                .orElse(command -> CompletableFuture.failedFuture(new IllegalStateException(
                        "agenthost.delivery-service.url and agenthost.internal-key are needed")));
    }

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
    MessageFiles messageFiles(
            Vertx vertx,
            @ConfigProperty(name = "agenthost.context-store.url") Optional<URI> url,
            @ConfigProperty(name = "agenthost.internal-key") Optional<String> internalKey,
            @ConfigProperty(name = "agenthost.bot-files.concurrency", defaultValue = "2") int concurrency,
            @ConfigProperty(name = "agenthost.bot-files.timeout", defaultValue = "20s") Duration timeout) {
        if (concurrency < 1 || concurrency > MOST_FILES) {
            throw new IllegalArgumentException("agenthost.bot-files.concurrency must be from 1 to " + MOST_FILES);
        }
        if (!timeout.isPositive() || timeout.compareTo(LONGEST_FILE_TIMEOUT) > 0) {
            throw new IllegalArgumentException("agenthost.bot-files.timeout must be above 0 and at most 40 s");
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
}
