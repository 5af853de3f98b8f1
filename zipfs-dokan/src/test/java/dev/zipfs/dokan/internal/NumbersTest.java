package dev.zipfs.dokan.internal;

import static org.assertj.core.api.Assertions.assertThat;

import dev.zipfs.dokan.nativeapi.AbiTable;
import java.lang.reflect.Field;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class NumbersTest {
    private static final AbiTable ABI = AbiTable.load();

    @ParameterizedTest
    @ValueSource(classes = {NtStatus.class, WinNt.class})
    void everyNumberIsThatOfItsHeader(Class<?> type) throws Exception {
        assertThat(type.getDeclaredFields()).hasSizeGreaterThan(15);
        for (Field field : type.getDeclaredFields()) {
            if (!field.isSynthetic()) {
                assertThat(field.getInt(null)).as(field.getName()).isEqualTo(ABI.number(field.getName()));
            }
        }
    }
}
