package dev.agenthost.gateway.intake.wecom;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.wecom.client.WeComApp;
import dev.agenthost.im.wecom.client.WeComFileDownload;
import dev.agenthost.im.wecom.inbound.WeComFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the Secret of their application. */
public final class WeComDownloads {
    private final WeComFileDownload client;
    private final BotTokens secrets;

    public WeComDownloads(WeComFileDownload client, BotTokens secrets) {
        this.client = client;
        this.secrets = secrets;
    }

    /**
     * The type of a file is not in the event: context-store detects it.
     *
     * @param place of the file in its message
     */
    MessageFile file(BotRegistration bot, String messageId, int place, WeComFile file) {
        return new MessageFile(
                messageId + "/" + place, file.kind(), null, file.name(), null, most -> download(bot, file, most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, WeComFile file, int most) {
        String secret = secrets.of(bot);
        return secret == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no Secret of the application is configured"))
                : client.download(WeComApp.of(bot.options(), secret), file, most);
    }
}
