package dev.agenthost.gateway.intake.lark;

import dev.agenthost.gateway.attachment.MessageFile;
import dev.agenthost.gateway.bot.BotTokens;
import dev.agenthost.im.chat.calls.FileAnswer;
import dev.agenthost.im.lark.client.LarkApp;
import dev.agenthost.im.lark.client.LarkFileDownload;
import dev.agenthost.im.lark.inbound.LarkFile;
import dev.agenthost.protocol.bot.BotRegistration;
import io.smallrye.mutiny.Uni;

/** Downloads the files of messages with the App Secret of their bot. */
public final class LarkDownloads {
    private final LarkFileDownload client;
    private final BotTokens secrets;

    public LarkDownloads(LarkFileDownload client, BotTokens secrets) {
        this.client = client;
        this.secrets = secrets;
    }

    /** The type of a file is not in the event: context-store detects it. */
    MessageFile file(BotRegistration bot, LarkFile file) {
        return new MessageFile(file.key(), file.kind(), null, file.name(), null, most -> download(bot, file, most));
    }

    private Uni<FileAnswer> download(BotRegistration bot, LarkFile file, int most) {
        String secret = secrets.of(bot);
        return secret == null
                ? Uni.createFrom().item(new FileAnswer.Unconfigured("no App Secret of the bot is configured"))
                : client.download(LarkApp.of(bot.options(), secret), file, most);
    }
}
