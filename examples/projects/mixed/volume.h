#ifndef VOLUME_H
#define VOLUME_H
#ifdef __cplusplus
extern "C" {
#endif
int volume_get(void);
void volume_set(int volume);
void volume_raise(int by);
#ifdef __cplusplus
}
#endif
#endif
