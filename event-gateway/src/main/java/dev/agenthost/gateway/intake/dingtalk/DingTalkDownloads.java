package dev.agenthost.gateway.intake.dingtalk;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.dingtalk.client.DingTalkApp;
import dev.agenthost.im.dingtalk.client.DingTalkFileDownload;
import dev.agenthost.im.dingtalk.inbound.DingTalkFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the Client Secret of their bot. */
public final class DingTalkDownloads {
    private final DingTalkFileDownload client;
    private final BotTokens secrets;

    public DingTalkDownloads(DingTalkFileDownload client, BotTokens secrets) {
        this.client = client;
        this.secrets = secrets;
    }

    /**
     * The type of a file is not in the event: context-store detects it. A code is temporary, so a file is known by its place.
     *
     * @param place of the file in its message
     */
    MessageFile file(BotRegistration bot, String messageId, int place, DingTalkFile file) {
        return new MessageFile(
                messageId + "/" + place, file.kind(), null, file.name(), null, most -> download(bot, file, most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, DingTalkFile file, int most) {
        String secret = secrets.of(bot);
        return secret == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no Client Secret of the bot is configured"))
                : client.download(DingTalkApp.of(bot.options(), secret), file, most);
    }
}
