package dev.agenthost.im.bots.http;

import dev.agenthost.im.bots.BotRegistry;
import dev.agenthost.platform.rest.ProblemException;
import dev.agenthost.platform.rest.http.SourceAddress;
import dev.agenthost.platform.security.KeyRefusalAggregator;
import dev.agenthost.platform.security.Secrets;
import dev.agenthost.protocol.bot.BotPlatform;
import dev.agenthost.protocol.bot.BotRegistration;
import dev.agenthost.protocol.error.FailureCode;
import io.vertx.core.http.HttpServerRequest;
import jakarta.inject.Singleton;
import java.util.List;
import org.jboss.logging.Logger;

/** The parts that the webhooks of all platforms share: the bot of the address, its live secrets, and the refusal of a request. */
@Singleton
public class WebhookEntrance {
    private static final String WEBHOOK = "webhook";
    private static final Logger LOG = Logger.getLogger(WebhookEntrance.class);

    private final BotRegistry bots;
    private final Secrets secrets;
    private final KeyRefusalAggregator refusals;

    WebhookEntrance(BotRegistry bots, Secrets secrets, KeyRefusalAggregator refusals) {
        this.bots = bots;
        this.secrets = secrets;
        this.refusals = refusals;
    }

    /** @throws ProblemException with 404 for a bot that is not registered, and 503 while the bots are not read yet */
    public BotRegistration bot(BotPlatform platform, String botId) {
        return bots.of(platform, botId)
                .orElseThrow(() -> bots.isComplete()
                        ? new ProblemException(FailureCode.NOT_FOUND, "There is no such bot.")
                        : ProblemException.unavailable("The bots are not read yet."));
    }

    /** Returns the secrets of the webhook that the workspace of the bot may use. */
    public List<String> secrets(BotRegistration bot) {
        return secrets(bot, WEBHOOK);
    }

    /**
     * Returns the secrets of a purpose that the workspace of the bot may use.
     *
     * @param purpose of {@link BotRegistration#secrets}
     */
    public List<String> secrets(BotRegistration bot, String purpose) {
        return secrets.live(bot.secretsFor(purpose), bot.workspaceId());
    }

    /** Returns true for a bot that takes no events: those of its webhook are acknowledged and dropped. */
    public boolean isPaused(BotRegistration bot) {
        if (!bot.enabled()) {
            LOG.debugf("the bot is disabled and takes no events: botId=%s", bot.botId());
        }
        return !bot.enabled();
    }

    /** Returns the refusal of a request that no secret of its bot proves, once the audit has it. Blocks. */
    public ProblemException unauthorized(HttpServerRequest request, String detail) {
        refusals.unknown(SourceAddress.of(request), request.method().name() + " " + request.path())
                .await()
                .indefinitely();
        return new ProblemException(FailureCode.UNAUTHORIZED, detail);
    }
}
