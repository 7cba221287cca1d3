package dev.agenthost.im.wecom.signing;

import java.util.List;

/**
 * The secrets of the callbacks of an application, each with its second value during a rotation. Never printed.
 *
 * @param tokens the live Tokens
 * @param encodingKeys the live EncodingAESKeys
 * @param corpId the CorpID, the receiver of its callbacks
 */
public record WeComKeys(List<String> tokens, List<String> encodingKeys, String corpId) {
    public WeComKeys {
        tokens = List.copyOf(tokens);
        encodingKeys = List.copyOf(encodingKeys);
    }

    @Override
    public String toString() {
        return "WeComKeys[" + corpId + "]";
    }
}
